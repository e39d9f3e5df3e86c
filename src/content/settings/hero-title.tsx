import { Fragment, type ReactNode } from 'react';

export function HeroTitle({ title, emphasis }: { title: string; emphasis: string }) {
  const at = emphasis ? title.lastIndexOf(emphasis) : -1;
  if (at < 0) return lines(title);
  return (
    <>
      {lines(title.slice(0, at))}
      <em>{emphasis}</em>
      {lines(title.slice(at + emphasis.length))}
    </>
  );
}

function lines(text: string): ReactNode {
  return text.split('\n').map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: drawn once, on the server
    <Fragment key={index}>
      {index > 0 && <br />}
      {line}
    </Fragment>
  ));
}
