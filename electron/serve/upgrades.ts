import type { Server } from 'node:http'

/** Closes the connection of every upgrade and CONNECT request, because this server supports neither WebSocket nor tunnels. */
export function destroyUpgrades(server: Server): void {
  server.on('upgrade', (_request, socket) => socket.destroy())
  server.on('connect', (_request, socket) => socket.destroy())
}
