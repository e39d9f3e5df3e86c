import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useWatch } from 'react-hook-form';
import { t } from '#i18n/text.ts';
import { Card } from '#ui/admin/card.tsx';
import { MailBody } from './mail-body.tsx';
import { fillMail, mailPlainText, readTemplate, unknownPlaceholders, uses } from './mail-text.ts';
import { sampleRecipient } from './schema.ts';

const looks = t({ html: 'As most see it', text: 'As plain text' });

/** The mail as it would arrive now, for a school of the sample. The password is not known here unless it is being typed. */
export function MailPreview({ brand }: { brand: string }) {
  const [look, setLook] = useState<keyof typeof looks>('html');
  const [link, password, subject, message] = useWatch({
    name: ['demo_link', 'demo_password', 'subject', 'message'],
  }).map(String) as [string, string, string, string];
  const access = { link: link || 'https://…', password: password || '••••••••', subject, message };
  const mail = fillMail(access, sampleRecipient, brand);
  const unknown = [...new Set([...unknownPlaceholders(subject), ...unknownPlaceholders(message)])];
  return (
    <Card
      id="preview"
      title="Preview"
      className="demo-preview"
      head={
        <fieldset className="card-tools">
          <legend className="sr-only">Look</legend>
          {Object.entries(looks).map(([name, text]) => (
            <button
              key={name}
              type="button"
              className="button button-small button-quiet"
              aria-pressed={look === name}
              onClick={() => setLook(name as keyof typeof looks)}
            >
              {text}
            </button>
          ))}
        </fieldset>
      }
    >
      <div className="card-body">
        {unknown.length > 0 && (
          <p className="field-error" role="status">
            There is nothing to fill in for {unknown.join(', ')}.
          </p>
        )}
        {uses(readTemplate(message), 'expires') && (
          <p className="note demo-left-out">The access has no last day, so the line with {'{expires}'} is left out.</p>
        )}
        <dl className="demo-mail-head">
          <dt>To</dt>
          <dd lang="bn">{sampleRecipient.name} &lt;nam@example.com&gt;</dd>
          <dt>Subject</dt>
          <dd lang="bn">
            <b>{mail.subject}</b>
          </dd>
        </dl>
        {look === 'text' ? (
          <pre className="demo-plain" lang="bn">
            {mailPlainText(mail)}
          </pre>
        ) : (
          <Isolated>
            <MailBody {...mail} />
          </Isolated>
        )}
      </div>
    </Card>
  );
}

/** Apart from the styles of the back office, as in a mail program. Its links lead nowhere. */
function Isolated({ children }: { children: ReactNode }) {
  const host = useRef<HTMLDivElement>(null);
  const [root, setRoot] = useState<ShadowRoot | null>(null);
  useLayoutEffect(() => {
    if (host.current) setRoot(host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' }));
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: it only stops the links inside, whatever pressed them
    // biome-ignore lint/a11y/noStaticElementInteractions: the same
    <div className="demo-sheet" lang="bn" ref={host} onClick={(event) => event.preventDefault()}>
      {root && createPortal(children, root)}
    </div>
  );
}
