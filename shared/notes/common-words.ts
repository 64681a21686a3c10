/** Words that most texts contain. A search finds them, but marks them only beside another searched word. */
export const commonWords: ReadonlySet<string> = new Set(
  (
    'a about all an and are as at be but by can did do for from had has have he her his how i if in into is it its me my ' +
    'no not of off on or our out she so that the their them then there they this to up us was we were what when which ' +
    'who will with you your'
  ).split(' '),
)
