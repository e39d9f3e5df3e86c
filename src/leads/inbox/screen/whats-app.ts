/** Where a chat with this number opens; null without a number. */
export function whatsAppOf(number: string): string | null {
  return number ? `https://wa.me/${number.replace(/\D/g, '')}` : null;
}
