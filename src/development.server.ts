import type { AddressInfo } from 'node:net';
import { formatFirstAccount } from '#auth/first-account.server.ts';
import { StoreError } from '#platform/database/migrate.server.ts';
import { readSettings, SettingError } from '#platform/settings/settings.server.ts';
import { createApp } from './app.server.ts';

/** The server on a port that only the proxy `scripts/dev.ts` uses. */
export interface Running {
  port: number;
  close: () => Promise<void>;
}

/** A wrong setting or store ends the process with one line, as `npm start` does. */
export async function startForDevelopment(env: Record<string, string | undefined>): Promise<Running> {
  try {
    return await start(env);
  } catch (error) {
    if (!(error instanceof SettingError || error instanceof StoreError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

async function start(env: Record<string, string | undefined>): Promise<Running> {
  process.umask(0o077);
  const { http, prepare } = await createApp(readSettings(env));
  try {
    await prepare((account) => console.log(formatFirstAccount(account)));
    await http.listen({ port: 0, host: '127.0.0.1' });
  } catch (error) {
    await http.close();
    throw error;
  }
  return {
    port: (http.server.address() as AddressInfo).port,
    close: async () => {
      // Requests to the old code aren't awaited.
      http.server.closeAllConnections();
      await http.close();
    },
  };
}
