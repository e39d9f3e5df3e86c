import type { Schema } from '#api/openapi.ts';
import { callsDescription } from '#paths.ts';
import { PageBand } from '#ui/site/page-band.tsx';
import type { CallGroup, DescribedCall } from './read-calls.ts';
import { shapeText } from './read-calls.ts';

/** API reference, in English because its readers are programmers. */
export function ReferencePage({ groups }: { groups: CallGroup[] }) {
  return (
    <div lang="en">
      <PageBand
        id="reference-heading"
        title="Calls"
        lead={
          <>
            Made from the same schemas that check each body. For programs: <a href={callsDescription}>OpenAPI 3.1</a>.
          </>
        }
      >
        <div className="rich">
          <Rules />
          {groups.map(({ title, calls }) => (
            <section key={title} aria-labelledby={anchorOf(title)}>
              <h2 id={anchorOf(title)} data-level="2">
                {title}
              </h2>
              {calls.map((call) => (
                <Call key={call.id} call={call} />
              ))}
            </section>
          ))}
        </div>
      </PageBand>
    </div>
  );
}

function Rules() {
  return (
    <ul>
      <li>Bodies are JSON in UTF-8, both ways. Unknown fields are ignored; paths and names are case-sensitive.</li>
      <li>
        Calls for staff need <code>Authorization: Bearer …</code>, the token that <code>POST /api/v1/login</code>{' '}
        answers. Without one, a call that changes something needs the <code>X-CSRF-TOKEN</code> that{' '}
        <code>GET /api/csrf-token</code> answers.
      </li>
      <li>
        Where an account has a second factor, the login answers 403 with a <code>ticket</code>, which goes to{' '}
        <code>POST /api/v1/login/second-step</code> with a code or a passkey.
      </li>
      <li>
        400: no JSON. 401: not signed in. 404: no such thing. 409: somebody else was faster. 419: a new CSRF token is
        needed. 422: <code>errors</code> has messages by field. 429 and 503: wait <code>Retry-After</code> seconds.
      </li>
    </ul>
  );
}

function Call({ call }: { call: DescribedCall }) {
  return (
    <section aria-labelledby={call.id}>
      <h3 id={call.id} data-level="3">
        <code>{`${call.method} ${call.path}`}</code>
      </h3>
      <p>
        {call.summary}. {call.description}
        {call.parameters.length > 0 && (
          <> Takes {call.parameters.map(({ name, place }) => `${name} (${place})`).join(', ')}.</>
        )}
      </p>
      {call.body && <Shape title={`Body, ${call.body.type}`} shape={call.body.shape} />}
      {call.answers.map(({ status, shape }) =>
        shape ? (
          <Shape key={status} title={`Answers ${status}`} shape={shape} />
        ) : (
          <p key={status}>Answers {status}.</p>
        ),
      )}
    </section>
  );
}

function Shape({ title, shape }: { title: string; shape: Schema }) {
  return (
    <details>
      <summary>{title}</summary>
      <pre>
        <code>{shapeText(shape)}</code>
      </pre>
    </details>
  );
}

function anchorOf(title: string): string {
  return title.toLowerCase().replaceAll(' ', '-');
}
