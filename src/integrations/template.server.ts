import { t } from '#i18n/text.ts';
import { addressRefusal, type OutboundRules } from '#platform/outbound.server.ts';

/** A text as it waits for the gateway. */
export interface Sms {
  /** E.164. */
  number: string;
  text: string;
}

/**
 * The address to call for one text. The number goes with the code of the country and without a plus, as gateways of
 * Bangladesh have it; `{id}` is the same at every attempt, for those who throw away what comes twice.
 */
export function fillTemplate(template: string, id: string, { number, text }: Sms): string {
  const values = { number: number.replace(/\D/g, ''), text, id };
  return template.replace(/\{(number|text|id)\}/g, (_whole, name: keyof typeof values) =>
    encodeURIComponent(values[name]),
  );
}

/** Why this can't be the address of a gateway, or null. */
export function templateRefusal(template: string, rules: OutboundRules): string | null {
  for (const placeholder of ['{number}', '{text}']) {
    if (!template.includes(placeholder)) return t`Write ${placeholder} where the gateway expects it.`;
  }
  if (!/^https?:\/\/[^/?#{}]+[/?]/i.test(template)) return t('Write {number} and {text} behind the name of the host.');
  const unknown = /\{(?!(?:number|text|id)\})[^}]*\}?/.exec(template)?.[0];
  if (unknown) return t`${unknown} is not known. Write {number}, {text} and {id}.`;
  return addressRefusal(fillTemplate(template, 'msg', { number: '+8801700000000', text: 'text' }), rules);
}
