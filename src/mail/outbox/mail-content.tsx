import { Tabs } from 'radix-ui';
import { useEffect, useRef } from 'react';
import { drawMail } from './draw-mail.ts';
import type { MailDetails } from './schema.ts';

export function MailContent({ mail: { html, text } }: { mail: MailDetails }) {
  return (
    <Tabs.Root defaultValue="html">
      <Tabs.List className="mail-tabs flow" aria-label="The mail">
        <Tabs.Trigger value="html">As the receiver sees it</Tabs.Trigger>
        <Tabs.Trigger value="text">Plain text</Tabs.Trigger>
      </Tabs.List>
      <Tabs.Content value="html" className="mail-sheet" tabIndex={-1}>
        <Drawn html={html} />
      </Tabs.Content>
      <Tabs.Content value="text" className="mail-sheet">
        <pre lang="bn">{text}</pre>
      </Tabs.Content>
    </Tabs.Root>
  );
}

/** Scripts and links are disabled, and nothing is loaded from other hosts. */
function Drawn({ html }: { html: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const { current } = frame;
    if (!current) return;
    const draw = () => drawMail(current, html);
    draw();
    // Some browsers create the empty document only at `load`.
    current.addEventListener('load', draw);
    return () => current.removeEventListener('load', draw);
  }, [html]);
  return <iframe ref={frame} title="The mail as the receiver sees it" sandbox="allow-same-origin" />;
}
