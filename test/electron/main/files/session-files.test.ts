import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { sessionPaths } from '../../../../electron/main/files/session-files.ts'

test('finds session files in the arguments and resolves them from the working folder', () => {
  const args = ['.', '--sandbox', 'day.nhsession', '/srv/Week.NHSESSION', '--x=a.nhsession', 'notes.ndjson']
  expect(sessionPaths(args, '/home/ana')).toEqual(['/home/ana/day.nhsession', '/srv/Week.NHSESSION'])
})

test('accepts file URLs only if they refer to this computer', () => {
  const path = '/home/ana/R & D/day 1.nhsession'
  const elsewhere = 'file://server.example.com/day.nhsession'
  expect(sessionPaths([pathToFileURL(path).href, elsewhere], '/')).toEqual([path])
})
