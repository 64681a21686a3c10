/** A realistic fault, and the tests that must catch it. */
export interface Mutant {
  readonly fault: string
  readonly edits: readonly { readonly file: string; readonly find: string; readonly put: string }[]
  /** Test files, or `lint`. */
  readonly caughtBy: readonly string[] | 'lint'
  /** Set if the tests run from `dist/`, which must be built first. */
  readonly built?: true
}

const core = 'electron/core'
/** Dollar sign as a constant, because the linter would take the searched code for a template. */
const dollar = '$'
const listenerTests = 'test/electron/core/deliveries/listener'
const storeTests = 'test/electron/core/deliveries/store'
const engineTests = 'test/electron/core/deliveries/engine'

/** Returns a mutant with one edit of one file. */
function mutant(
  fault: string,
  file: string,
  find: string,
  put: string,
  caughtBy: Mutant['caughtBy'],
): Mutant {
  return { fault, edits: [{ file, find, put }], caughtBy }
}

/** The faults that the suite must catch. */
export const mutants: readonly Mutant[] = [
  {
    fault: 'a commit does not wait for the disk',
    edits: [
      {
        file: `${core}/database/connection.ts`,
        find: 'PRAGMA synchronous = FULL;',
        put: 'PRAGMA synchronous = NORMAL;',
      },
      {
        file: `${core}/database/connection.ts`,
        find: "synchronous === 2 && mode === 'wal'",
        put: "synchronous === 1 && mode === 'wal'",
      },
    ],
    caughtBy: ['test/electron/core/database/database.test.ts'],
  },
  mutant(
    'a delivery is answered before its commit',
    `${core}/deliveries/store/delivery-store.ts`,
    'const written = commit(batch)\n',
    "for (const { done } of batch) done?.('stored')\n    const written = commit(batch)\n",
    [`${storeTests}/delivery-store.test.ts`],
  ),
  mutant(
    'the core is answered before the engine thread has stored the change',
    `${core}/deliveries/engine/serve-engine.ts`,
    'result: await call(...args)',
    'result: void setTimeout(() => call(...args), 50)',
    [`${engineTests}/engine-thread.test.ts`],
  ),
  mutant(
    'a message of the engine thread is lost',
    `${core}/deliveries/engine/serve-engine.ts`,
    'of deliveries) rows.push',
    'of deliveries.slice(1)) rows.push',
    [`${engineTests}/report-batch.test.ts`],
  ),
  {
    fault: 'the core writes deliveries beside the engine thread',
    edits: [
      {
        file: `${core}/deliveries/engine/engine-client.ts`,
        find: "call('annotate', id, changes)",
        put: "call('annotate', id, (createAnnotations(sql).annotate(id, changes), changes))",
      },
      {
        file: `${core}/deliveries/engine/engine-client.ts`,
        find: 'import { createDeliveryMatching }',
        put: "import { createAnnotations } from '../store/annotations.ts'\nimport { createDeliveryMatching }",
      },
    ],
    caughtBy: [`${engineTests}/engine-thread.test.ts`],
  },
  mutant(
    'deliveries are searched on the thread of the core',
    `${core}/platform/reader/reader.ts`,
    'clock.monotonicMs() >= pausedUntilMs',
    'clock.monotonicMs() < pausedUntilMs',
    ['test/electron/core/deliveries/reads.test.ts'],
  ),
  {
    fault: 'the reader thread reads on from before the last change',
    edits: [
      {
        file: `${core}/platform/reader/reader-thread.ts`,
        find: "sql.exec('BEGIN')",
        put: "if (!sql.isTransaction) sql.exec('BEGIN')",
      },
      { file: `${core}/platform/reader/reader-thread.ts`, find: "sql.exec('COMMIT')", put: '' },
    ],
    caughtBy: [`${engineTests}/engine-thread.test.ts`],
  },
  mutant(
    'a delivery is acknowledged after its file was deleted',
    `${core}/deliveries/store/delivery-store.ts`,
    "if (!isKept()) throw new Error('The files of the store were deleted.')",
    'isKept()',
    ['test/electron/core/database/deleted-files.test.ts'],
  ),
  mutant(
    'a deleted WAL takes acknowledged deliveries with it',
    `${core}/database/deleted-files.ts`,
    'wal_checkpoint(TRUNCATE)',
    'wal_checkpoint(NOOP)',
    ['test/electron/core/database/deleted-files.test.ts'],
  ),
  mutant(
    'signatures are compared by ===',
    `${core}/deliveries/listener/verify.ts`,
    'if (sameText(entry.text, signature))',
    'if (entry.text === signature)',
    'lint',
  ),
  mutant(
    'a timestamp may have characters after its digits',
    `${core}/deliveries/listener/webhook-headers.ts`,
    '!/^[0-9]{1,12}$/.test(timestamp)',
    'Number.isNaN(Number.parseInt(timestamp, 10))',
    [`${listenerTests}/listener-responses.test.ts`],
  ),
  mutant(
    'the signature is checked over decoded text',
    `${core}/deliveries/listener/verify.ts`,
    '.update(body).digest',
    '.update(Buffer.from(body).toString()).digest',
    [`${listenerTests}/verify.test.ts`],
  ),
  mutant(
    'a rejected connection waits for the peer to close',
    `${core}/deliveries/listener/listener.ts`,
    "if ('destroySoon' in socket && typeof socket.destroySoon === 'function') socket.destroySoon()\n  else socket.destroy()",
    'socket.end()',
    [`${listenerTests}/listener-faults.test.ts`],
  ),
  mutant(
    'slow connections are checked every half minute',
    `${core}/deliveries/listener/listener.ts`,
    '      connectionsCheckingInterval: 1000,\n',
    '',
    [`${listenerTests}/listener-faults.test.ts`],
  ),
  mutant(
    'the host name is compared only by its end',
    'electron/serve/gate.ts',
    `\`http://${dollar}{host}\` !== ownOrigin`,
    '!ownOrigin.endsWith(host)',
    ['test/electron/serve/gate.test.ts'],
  ),
  mutant(
    'a request without an origin is accepted',
    'electron/serve/gate.ts',
    'origin === undefined ? !reads : origin !== ownOrigin',
    'origin !== undefined && origin !== ownOrigin',
    ['test/electron/serve/gate.test.ts'],
  ),
  mutant(
    'a file is served for any path that starts with its own',
    'electron/serve/server.ts',
    'options.bundle.get(url)',
    '[...options.bundle].find(([path]) => url.startsWith(path))?.[1]',
    ['test/electron/serve/server.test.ts'],
  ),
  mutant(
    'an event is identified by the id in its body',
    `${core}/deliveries/store/delivery-rows.ts`,
    '      a.webhookId,\n',
    '      /"event_id":"([^"]+)"/.exec(Buffer.from(a.body).toString())?.[1] ?? a.webhookId,\n',
    [`${listenerTests}/listener-responses.test.ts`, `${storeTests}/delivery-store.test.ts`],
  ),
  mutant(
    'a locked keychain rejects the delivery for good',
    `${core}/deliveries/listener/request-handler.ts`,
    "    case 'no-secret':\n    case 'secret-locked':\n      return 'not_ready'",
    "    case 'no-secret':\n    case 'secret-locked':\n      return 'signature_mismatch'",
    [
      `${listenerTests}/listener-responses.test.ts`,
      'test/electron/core/endpoints/endpoint-management.test.ts',
    ],
  ),
  mutant(
    'a list requested before a creation makes the endpoint deleted',
    `${core}/endpoints/endpoint-registry.ts`,
    'isBefore(knownMs.get(keyOf(workspaceId, endpointId)), list.beganMs)',
    'isBefore(undefined, list.beganMs)',
    ['test/electron/core/endpoints/endpoint-registry.test.ts'],
  ),
  mutant(
    'a later body replaces the first',
    `${core}/deliveries/store/delivery-rows.ts`,
    'ON CONFLICT DO NOTHING`)',
    'ON CONFLICT (path_id, webhook_id) WHERE verified = 1 DO UPDATE SET body = excluded.body`)',
    [`${storeTests}/delivery-store.test.ts`],
  ),
  {
    ...mutant(
      'the page may navigate away',
      'electron/main/page/restrictions.ts',
      "  contents.on('will-navigate', denyAllButReload)\n",
      '',
      ['test/e2e/desktop/desktop-smoke.test.ts'],
    ),
    built: true,
  },
  mutant(
    'a payload is rendered as HTML',
    'renderer/nouns/deliveries/detail/payload-view.tsx',
    "<CodeBlock {...look} numbered={format === 'raw'} />",
    '<div dangerouslySetInnerHTML={{ __html: text }} />',
    'lint',
  ),
  mutant(
    'a repeated cursor is followed again',
    `${core}/service-api/requests/paging.ts`,
    'cursors.add(page.cursor)\n',
    '\n',
    ['test/electron/core/service-api/notes/lists.test.ts'],
  ),
  mutant(
    'the API key is stored under one name for every address',
    `${core}/workspaces/api-keys.ts`,
    `apikey:${dollar}{workspaceId}:${dollar}{origin}`,
    `apikey:${dollar}{workspaceId}:${dollar}{origin && 1}`,
    ['test/electron/core/workspaces/session.test.ts'],
  ),
  mutant(
    'a stale delivery with a valid signature is rejected for good',
    `${core}/deliveries/listener/listener-responses.ts`,
    "stale_timestamp: { status: outOfTimeStatus, headers: { 'Retry-After': '30' } }",
    "stale_timestamp: { status: 400, headers: { 'Retry-After': '30' } }",
    [`${listenerTests}/listener-responses.test.ts`, `${listenerTests}/clock-skew.test.ts`],
  ),
  mutant(
    'nothing listens to the error of a socket that fails at once',
    `${core}/platform/dial.ts`,
    "return socket.on('error', failUnlessAnswered)",
    'return socket',
    ['test/electron/core/platform/dial.test.ts'],
  ),
  mutant(
    'a connection that cannot be made is thrown',
    `${core}/platform/dial.ts`,
    "fail(error, isDialing ? codeOf(error) : 'unsendable')",
    'throw error',
    ['test/electron/core/platform/dial.test.ts'],
  ),
  mutant(
    'nothing listens to the error of a delivery of the sandbox that fails at once',
    'electron/sandbox/delivery/post.ts',
    "}).on('error', onError)",
    '})',
    ['test/electron/core/platform/dial.test.ts'],
  ),
  mutant(
    'a start after repeated exits opens the tunnel',
    `${core}/platform/process/start-hold.ts`,
    'count < mostExits ? null : error',
    'null',
    ['test/electron/core/platform/process/crash-handler.test.ts'],
  ),
  mutant(
    'a start after repeated exits forwards',
    `${core}/receivers/forward/forwarder.ts`,
    "    if (isHeld()) return 'off'\n",
    '',
    ['test/electron/core/receivers/forward/forwarding.test.ts'],
  ),
  mutant(
    'the service on this computer is asked through a proxy',
    `${core}/platform/loopback-fetch.ts`,
    'addresses === null ? fetch(url, init) :',
    'addresses !== null ? fetch(url, init) :',
    ['test/electron/core/platform/proxy.test.ts'],
  ),
  mutant(
    'headers of the connection are sent on',
    `${core}/receivers/send/headers.ts`,
    'addedOnTheWay.test(name) || ofTheConnection.includes(lower) || listed.includes(lower)',
    'addedOnTheWay.test(name)',
    ['test/electron/core/receivers/send/exact-bytes.test.ts'],
  ),
  mutant(
    'a header value is a secret only if its name says so',
    `${core}/receivers/validate-receiver.ts`,
    'if (isVisible) return',
    'if (isVisible || !/authorization|api-?key|token|secret/i.test(name)) return',
    ['test/electron/core/receivers/receiver-secrets.test.ts'],
  ),
  mutant(
    'a response is cut before its secrets are redacted',
    `${core}/receivers/send/transmit.ts`,
    'storedResponseBytes + longestEncoded',
    'storedResponseBytes',
    ['test/electron/core/receivers/receiver-secrets.test.ts'],
  ),
  mutant(
    'a secret in hex is stored',
    `${core}/platform/redact.ts`,
    '[fromCodes, fromEscapes, fromHex, fromBase64, fromDecimals]',
    '[fromCodes, fromEscapes, fromBase64, fromDecimals]',
    ['test/electron/core/receivers/receiver-secrets.test.ts'],
  ),
  mutant(
    'a send goes through a proxy',
    `${core}/platform/dial.ts`,
    'createConnection: (_options, use) => void open((socket) => use(null, socket)),',
    '',
    ['test/electron/core/platform/proxy.test.ts'],
  ),
  mutant(
    'a delivery of the sandbox goes through a proxy',
    'electron/sandbox/delivery/post.ts',
    'createConnection: () => connectHere(url, fail),',
    'host: url.hostname, port: url.port,',
    ['test/electron/core/platform/proxy.test.ts'],
  ),
  mutant(
    'the events of found notes are counted by a second call',
    'renderer/nouns/notes/index-queries.ts',
    'client.setQueryData(keys.deliveries.noteEvents(found.notes.map(({ id }) => id)), found.events)',
    '',
    ['test/renderer/places/notes/search/note-search.test.tsx'],
  ),
  mutant(
    'every key of a search replaces the rows',
    'renderer/ui/collections/virtual-list.tsx',
    'isReused ? index : keyOf(item)',
    'keyOf(item)',
    ['test/renderer/places/notes/search/note-search.test.tsx'],
  ),
  mutant(
    'a note chosen while typing takes the place of its search in the history',
    'renderer/places/notes/search/use-typed-search.ts',
    'queueMicrotask(() => onAddress(changes, how))',
    'onAddress(changes, how)',
    ['test/renderer/places/notes/search/note-search.test.tsx'],
  ),
  mutant(
    'results are narrowed by a word whose longer form matches other notes',
    'renderer/nouns/notes/narrow-search.ts',
    ' || last.length < partLength',
    '',
    ['test/renderer/nouns/notes/narrow-search.test.ts'],
  ),
  mutant(
    'agents stay on when the first own workspace is connected',
    `${core}/agents/levels.ts`,
    "(ownWorkspaces() ? 'off' : 'sandbox')",
    "'sandbox'",
    ['test/electron/core/agents/levels.test.ts'],
  ),
  mutant(
    'the key is sent to a server that did not prove that it has the key',
    'electron/socket/client.ts',
    '!sameText(await text(response), expected)',
    'response.statusCode !== 200',
    ['test/electron/socket/socket.test.ts'],
  ),
]
