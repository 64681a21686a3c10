import { describe, expect, it } from 'vitest'
import { readReceiverUrl } from '#core/receivers/address/receiver-url.ts'

describe('the URL of a receiver', () => {
  it.each([
    ['[::ffff:10.0.0.1]', '10.0.0.1'],
    ['[::ffff:a00:1]', '10.0.0.1'],
    ['[0:0:0:0:0:ffff:7f00:1]', '127.0.0.1'],
    ['[0:0:0:0:0:0:0:1]', '[::1]'],
    ['[FD00:0::1]', '[fd00::1]'],
    ['0x7f.1', '127.0.0.1'],
    ['2130706433', '127.0.0.1'],
    ['loc%61lhost', 'localhost'],
    ['ｌocalhost', 'localhost'],
  ])('suggests an accepted spelling of the receiver host %s', (typed, advised) => {
    expect(readReceiverUrl(`http://${typed}:4000/in`)).toEqual({
      ok: false,
      sentence: `Write the host as ${advised}.`,
    })
    expect(readReceiverUrl(`http://${advised}:4000/in`)).toMatchObject({ ok: true })
  })

  it.each([
    ['http://localhost:99999/in', 'The port must be a number from 1 to 65535.'],
    ['http://localhost:4000x/in', 'The port must be a number from 1 to 65535.'],
    ['http://a:1http://a:1', 'This is more than one URL. Remove all but one.'],
    ['http://127.0.0.1:4000/inhttp://127.0.0.1:4000/in', 'This is more than one URL. Remove all but one.'],
    ['http://999.1.1.1/in', 'Not a host name or an IP address: 999.1.1.1.'],
    ['http://[::1/in', 'Not a host name or an IP address: [::1.'],
  ])('explains why the receiver URL %s is rejected', (typed, sentence) => {
    expect(readReceiverUrl(typed)).toEqual({ ok: false, sentence })
  })

  it('accepts a receiver URL whose query contains another URL', () => {
    expect(readReceiverUrl('http://127.0.0.1:4000/in?to=http://a.test')).toMatchObject({ ok: true })
  })

  it.each(['met%61data', 'met%61data.google.internal', 'loc%61lhost.', '[::ffff:169.254.169.254]'])(
    'suggests no spelling of the receiver host %s, which is always rejected',
    (typed) => {
      expect(readReceiverUrl(`http://${typed}/in`)).toEqual({
        ok: false,
        sentence: expect.not.stringContaining('Write the host as'),
      })
    },
  )
})
