/** Whether there is a mail server, as the document of the back office says; without one mails wait in the outbox. */
export function isMailSetUp(): boolean {
  return document.querySelector('meta[name="mail"][content="not set up"]') === null;
}
