import type { Server } from 'node:http'

/** There is no WebSocket and no tunnel here. Whoever asks for one is hung up on, whatever it says of itself. */
export function refuseUpgrades(server: Server): void {
  server.on('upgrade', (_request, socket) => socket.destroy())
  server.on('connect', (_request, socket) => socket.destroy())
}
