import type { Server } from 'node:http'

/** This server has no WebSocket and no CONNECT tunnel, so every such request is disconnected, whatever its headers. */
export function destroyUpgrades(server: Server): void {
  server.on('upgrade', (_request, socket) => socket.destroy())
  server.on('connect', (_request, socket) => socket.destroy())
}
