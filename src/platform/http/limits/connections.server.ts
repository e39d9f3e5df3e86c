import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { NetworkList, networkOf } from '../../networks.server.ts';

const most = { ofNetwork: 256, ofAll: 4_000 };

/** Milliseconds for which the socket of a rejected client is paused: each another time, or all would come back at once. */
const pauseTime = { least: 500, spread: 1_000 };

/** Limits connections by network, except of trusted proxies. At the limit the oldest idle one is closed. */
export class Connections {
  readonly #proxies: NetworkList;
  readonly #all = new Set<Socket>();
  readonly #ofNetwork = new Map<string, Set<Socket>>();
  readonly #working = new Set<Socket>();

  constructor(proxies: string[] | false) {
    this.#proxies = new NetworkList(proxies || []);
  }

  watch(server: Server): void {
    server.on('connection', (socket) => this.#accept(socket));
  }

  markBusy(socket: Socket, response: ServerResponse): void {
    this.#working.add(socket);
    response.once('close', () => this.#working.delete(socket));
  }

  /** Clients that retry at once are not read for a while, or rejecting them would use all CPU time. */
  pauseAfter(response: ServerResponse): void {
    const { socket } = response.req;
    // Requests that the program sends itself (inject) have no real socket.
    if (!this.#all.has(socket)) return;
    if (this.#proxies.has(socket.remoteAddress ?? '')) return;
    // Before that Node resumes the socket, to discard a body that nobody read.
    response.once('close', () =>
      setImmediate(() => {
        socket.pause();
        setTimeout(() => socket.resume(), pauseTime.least + Math.random() * pauseTime.spread).unref();
      }),
    );
  }

  endIdle(): void {
    for (const socket of this.#all) if (!this.isBusy(socket)) socket.destroy();
  }

  isBusy(socket: Socket): boolean {
    return this.#working.has(socket) || socket.writableLength > 0;
  }

  #accept(socket: Socket) {
    const { remoteAddress: address } = socket;
    if (address === undefined) return;
    const isProxy = this.#proxies.has(address);
    const network = networkOf(address);
    const own = isProxy ? new Set<Socket>() : (this.#ofNetwork.get(network) ?? new Set());
    if (!this.#hasRoom(own, most.ofNetwork) || !this.#hasRoom(this.#all, most.ofAll)) {
      socket.destroy();
      return;
    }
    own.add(socket);
    this.#all.add(socket);
    if (!isProxy) this.#ofNetwork.set(network, own);
    socket.once('close', () => {
      own.delete(socket);
      this.#all.delete(socket);
      if (own.size === 0 && this.#ofNetwork.get(network) === own) this.#ofNetwork.delete(network);
    });
  }

  #hasRoom(sockets: Set<Socket>, count: number): boolean {
    if (sockets.size < count) return true;
    for (const socket of sockets) {
      if (this.isBusy(socket)) continue;
      sockets.delete(socket);
      socket.destroy();
      return true;
    }
    return false;
  }
}
