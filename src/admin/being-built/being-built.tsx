/** A screen whose calls come later. It shows nothing that it can't know. */
export function BeingBuilt({ title, text }: { title: string; text: string }) {
  return (
    <>
      <h1 className="screen-title">{title}</h1>
      <section className="card">
        <div className="card-body">
          <p>{text}</p>
        </div>
      </section>
    </>
  );
}
