/** The alpona in the colour of the text. It is a file, as its 300 elements would bloat the DOM. */
export function Alpona() {
  return <span className="alpona" aria-hidden="true" />;
}

export function MissingPicture() {
  return (
    <div className="picture picture-missing">
      <Alpona />
    </div>
  );
}
