const local = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const host =
  /^(?=.{1,253}$)[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?)*$/u;

/**
 * Whether a text is exactly one bare address: no list, no group, no name before it, no quotes in which another @ or a
 * line break could hide.
 */
export function isOneAddress(text: string): boolean {
  const at = text.lastIndexOf('@');
  const name = text.slice(0, at);
  return at > 0 && name.length <= 64 && local.test(name) && host.test(text.slice(at + 1));
}
