import type { Server, ServerResponse } from 'node:http';
import { BlockList, isIPv6, type Socket } from 'node:net';
import { networkOf } from './networks.server.ts';

/** Open connections, of one network and of all. */
const most = { ofNetwork: 256, ofAll: 4_000 };

/** How long a connection is not read on which somebody was told to come again later (milliseconds). */
const rest = 1_000;

/**
 * Bounds the connections that one network holds, so that it can't hold all; a proxy that is trusted speaks for many.
 * Where there is no room, the one that has been there longest with nothing being done on it makes some.
 */
export class Connections {
  readonly #proxies: BlockList;
  readonly #all = new Set<Socket>();
  readonly #ofNetwork = new Map<string, Set<Socket>>();
  readonly #working = new Set<Socket>();

  constructor(proxies: string[] | false) {
    this.#proxies = listOf(proxies || []);
  }

  watch(server: Server): void {
    server.on('connection', (socket) => this.#take(socket));
  }

  /** Notes that a request of this connection is worked on, until it is answered. */
  work(socket: Socket, response: ServerResponse): void {
    this.#working.add(socket);
    response.once('close', () => this.#working.delete(socket));
  }

  /** Who asks again at once waits unread: refusing without end would leave no time for work. */
  letRest(socket: Socket): void {
    if (this.#isProxy(socket.remoteAddress ?? '')) return;
    socket.pause();
    setTimeout(() => socket.resume(), rest).unref();
  }

  /** Ends those on which nothing is being done. */
  endIdle(): void {
    for (const socket of this.#all) if (!this.#isBusy(socket)) socket.destroy();
  }

  /** Ends those that never brought anything. */
  endSilent(): void {
    for (const socket of this.#all) if (socket.bytesRead === 0) socket.destroy();
  }

  #isBusy(socket: Socket): boolean {
    return this.#working.has(socket) || socket.writableLength > 0;
  }

  #isProxy(address: string): boolean {
    return this.#proxies.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
  }

  #take(socket: Socket): void {
    const { remoteAddress: address } = socket;
    // It is gone already.
    if (address === undefined) return;
    const isProxy = this.#isProxy(address);
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

  /** Whether one more fits, if need be in the place of an idle one. */
  #hasRoom(sockets: Set<Socket>, count: number): boolean {
    if (sockets.size < count) return true;
    for (const socket of sockets) {
      if (this.#isBusy(socket)) continue;
      sockets.delete(socket);
      socket.destroy();
      return true;
    }
    return false;
  }
}

function listOf(proxies: string[]): BlockList {
  const list = new BlockList();
  for (const proxy of proxies) {
    const [address = '', prefix] = proxy.split('/');
    const kind = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (prefix === undefined) list.addAddress(address, kind);
    else list.addSubnet(address, Number(prefix), kind);
  }
  return list;
}
