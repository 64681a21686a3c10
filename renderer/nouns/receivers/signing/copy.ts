export const signing = {
  label: 'Signed with',
  endpoint: (name: string) => `Secret of ${name}`,
  receiver: 'The receiver’s own secret',
  sample: 'Sample secret',
  sampleText: 'The same in every copy of Notehook',
  sampleUse: 'For your receiver’s configuration:',
  sampleLabel: 'the sample secret',
  pasted: 'A pasted secret',
  pastedText: 'Used here and stored nowhere',
  secret: 'Signing secret',
  secretNeeded: 'Enter the signing secret.',
  placeholder: 'whsec_…',
}
