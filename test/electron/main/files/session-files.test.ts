import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { sessionPaths } from '../../../../electron/main/files/session-files.ts'

test('finds session files among arguments, relative to the folder of their start', () => {
  const args = ['.', '--sandbox', 'day.nhsession', '/srv/Week.NHSESSION', '--x=a.nhsession', 'notes.ndjson']
  expect(sessionPaths(args, '/home/ana')).toEqual(['/home/ana/day.nhsession', '/srv/Week.NHSESSION'])
})

test('takes the addresses that file managers pass on Linux, of this computer only', () => {
  const path = '/home/ana/R & D/day 1.nhsession'
  const elsewhere = 'file://server.example.com/day.nhsession'
  expect(sessionPaths([pathToFileURL(path).href, elsewhere], '/')).toEqual([path])
})
