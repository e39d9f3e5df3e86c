import type { Generated } from 'kysely';
import type { Database } from '#platform/database/open.server.ts';
import { countRows, hasRow } from '#platform/database/rows.server.ts';
import { hashOfToken } from '#platform/session/sessions.server.ts';
import { readablePassword } from '../passwords.server.ts';
import { secondFactorLimits } from './schema.ts';

declare module '#platform/database/tables.server.ts' {
  interface Tables {
    recovery_codes: RecoveryCodesTable;
  }
}

interface RecoveryCodesTable {
  id: Generated<number>;
  user_id: number;
  code_hash: string;
  used_at: string | null;
}

/** Replaces all codes and returns them; of 118 random bits a plain hash is enough, as for a token. */
export async function createRecoveryCodes(transaction: Database, userId: number): Promise<string[]> {
  await deleteRecoveryCodes(transaction, userId);
  const codes = Array.from({ length: secondFactorLimits.recoveryCodes }, () => readablePassword(6));
  const rows = codes.map((code) => ({ user_id: userId, code_hash: hashOf(plain(code)), used_at: null }));
  await transaction.insertInto('recovery_codes').values(rows).execute();
  return codes;
}

/** Uses a code once; returns false if there is none such. Spaces do not matter. */
export function spendRecoveryCode(transaction: Database, userId: number, input: string): Promise<boolean> {
  return hasRow(
    transaction
      .updateTable('recovery_codes')
      .set({ used_at: new Date().toISOString() })
      .where('user_id', '=', userId)
      .where('code_hash', '=', hashOf(plain(input)))
      .where('used_at', 'is', null)
      .returning('id'),
  );
}

export function countRecoveryCodes(database: Database, userId: number): Promise<number> {
  return countRows(database.selectFrom('recovery_codes').where('user_id', '=', userId).where('used_at', 'is', null));
}

export async function deleteRecoveryCodes(transaction: Database, userId: number): Promise<void> {
  await transaction.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
}

function plain(code: string): string {
  return code.toLowerCase().replace(/[^a-z0-9]/g, '');
}

function hashOf(code: string): string {
  return hashOfToken(`recovery ${code}`);
}
