/** Reads a meta tag of the admin; without a mail server mails wait in the outbox. */
export function isMailSetUp(): boolean {
  return document.querySelector('meta[name="mail"][content="not set up"]') === null;
}
