import type { FastifyRequest } from 'fastify';
import { networkOf } from '../networks.server.ts';

export type SecurityEvent =
  | 'demo_password_shown'
  | 'email_changed'
  | 'login_ok'
  | 'login_failed'
  | 'logout'
  | 'limited'
  | 'mass_assignment'
  | 'passkey_refused'
  | 'password_changed'
  | 'password_refused'
  | 'password_reset'
  | 'refused_by_role'
  | 'reset_refused'
  | 'reset_requested'
  | 'second_factor_changed'
  | 'second_factor_taken_off'
  | 'second_step_failed'
  | 'second_step_opened'
  | 'sessions_ended'
  | 'token_made'
  | 'token_withdrawn'
  | 'user_invited'
  | 'invitation_accepted'
  | 'webhook_secret_changed'
  | 'webhook_secret_shown';

/** One line per security event. Never log a password, token or user input. */
export function logSecurity(request: FastifyRequest, event: SecurityEvent, facts: Record<string, unknown> = {}): void {
  request.server.traffic.countEvent(event);
  request.log.info({ event, network: networkOf(request.ip), id: request.id, ...facts });
}
