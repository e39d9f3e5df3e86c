import { z } from 'zod';

/** The shape of a WebAuthn response; its content is verified by the signature. */
const bytes = z.string({ error: 'Send it as WebAuthn has it.' }).regex(/^[\w-]{1,12000}$/);

const credential = { id: bytes, rawId: bytes, type: z.literal('public-key') };

export const registrationResponse = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: bytes,
      attestationObject: bytes,
      transports: z.array(z.string()).max(20).default([]),
    }),
  })
  .transform((made) => ({ ...made, clientExtensionResults: {} }));

export const authenticationResponse = z
  .object({
    ...credential,
    response: z.object({ clientDataJSON: bytes, authenticatorData: bytes, signature: bytes }),
  })
  .transform((signed) => ({ ...signed, clientExtensionResults: {} }));

export const ticketField = z.string({ error: 'Send the ticket.' }).max(100);
