/**
 * The alpona painted by hand on a courtyard's floor, in the colour of the words around it. A file, for as a part of the
 * page it has 300 elements.
 */
export function Alpona() {
  return <span className="alpona" aria-hidden="true" />;
}

/** Stands where a picture was not given. */
export function MissingPicture() {
  return (
    <div className="picture picture-missing">
      <Alpona />
    </div>
  );
}
