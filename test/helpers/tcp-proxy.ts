import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { Transform } from 'node:stream';

/**
 * A line to a server that a test can cut: `pass` carries everything, `refuse` is a server that is not there,
 * `silent` takes connections and bytes and answers nothing, as a lost network does.
 */
export class TcpProxy {
  #mode: 'pass' | 'refuse' | 'silent' = 'pass';
  readonly #target: number;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly port: number;
  /** Milliseconds that whatever passes is late, each way. */
  delay = 0;
  #cutAfter = Number.POSITIVE_INFINITY;

  private constructor(server: Server, target: number) {
    this.#server = server;
    this.#target = target;
    this.port = (server.address() as AddressInfo).port;
    server.on('connection', (socket) => this.#connect(socket));
  }

  /** In front of the server of this address, with its port. */
  static async before(address: string): Promise<{ proxy: TcpProxy; url: string }> {
    const url = new URL(address);
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const proxy = new TcpProxy(server, Number(url.port));
    url.port = String(proxy.port);
    return { proxy, url: url.href };
  }

  /** Also for connections that exist. Those that fell silent stay so for ever. */
  set mode(mode: 'pass' | 'refuse' | 'silent') {
    this.#mode = mode;
    for (const socket of this.#sockets) {
      if (mode === 'refuse') socket.destroy();
      if (mode === 'silent') socket.unpipe().on('data', () => undefined);
    }
  }

  /** Bytes of a connection, each way, behind which it is cut. Those that exist are cut at once. */
  set cutAfter(bytes: number) {
    this.#cutAfter = bytes;
    for (const socket of this.#sockets) socket.destroy();
  }

  close(): void {
    this.mode = 'refuse';
    this.#server.close();
  }

  #connect(client: Socket): void {
    this.#keep(client);
    if (this.#mode === 'refuse') {
      client.destroy();
      return;
    }
    if (this.#mode === 'silent') {
      client.resume();
      return;
    }
    const server = connect(this.#target, '127.0.0.1');
    this.#keep(server);
    client.pipe(this.#late(client)).pipe(server);
    server.pipe(this.#late(client)).pipe(client);
    client.on('close', () => server.destroy());
    server.on('close', () => client.destroy());
  }

  #late(client: Socket): Transform {
    let passed = 0;
    return new Transform({
      transform: (chunk, _encoding, next) => {
        passed += chunk.length;
        if (passed > this.#cutAfter) client.destroy();
        else if (this.delay === 0) next(null, chunk);
        else setTimeout(() => next(null, chunk), this.delay);
      },
    });
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => this.#sockets.delete(socket));
  }
}
