import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { Transform } from 'node:stream';

/**
 * A line to a database that a test can cut: `pass` carries everything, `refuse` is a database that is not there,
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

  private constructor(server: Server, target: number) {
    this.#server = server;
    this.#target = target;
    this.port = (server.address() as AddressInfo).port;
    server.on('connection', (socket) => this.#connect(socket));
  }

  /** In front of the database of this address. */
  static async before(databaseUrl: string): Promise<{ proxy: TcpProxy; url: string }> {
    const url = new URL(databaseUrl);
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
    const database = connect(this.#target, '127.0.0.1');
    this.#keep(database);
    client.pipe(this.#late()).pipe(database);
    database.pipe(this.#late()).pipe(client);
    client.on('close', () => database.destroy());
    database.on('close', () => client.destroy());
  }

  #late(): Transform {
    return new Transform({
      transform: (chunk, _encoding, next) => {
        if (this.delay === 0) next(null, chunk);
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
