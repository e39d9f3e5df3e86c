/** For whoever writes the other side. */
export function WhatIsAsked() {
  return (
    <details className="personal-asked">
      <summary>What the demo system gets, and what it answers</summary>
      <p>
        A POST with JSON, signed as the Standard Webhooks have it (<code>webhook-id</code>,{' '}
        <code>webhook-timestamp</code>, <code>webhook-signature</code>). The same <code>webhook-id</code> is the same
        request again. A test has the event <code>test</code>.
      </p>
      <pre>{question}</pre>
      <p>
        It answers within 10 seconds. Of link and password it may leave one out, which then is the common one; without{' '}
        <code>expires_at</code> the days above count.
      </p>
      <pre>{answer}</pre>
    </details>
  );
}

const question = `{
  "event": "request.created",
  "id": "msg_…",
  "request": {
    "id": 12,
    "name": "…",
    "institute_name": "…",
    "number": "+8801…",
    "email": "…",
    "students": null,
    "package": null,
    "created_at": "…"
  },
  "expires_in_days": 14
}`;

const answer = `{
  "link": "https://demo.example.com/r/12",
  "password": "…",
  "expires_at": "2026-12-05"
}`;
