// Before any library runs: the style element that keeps the page from scrolling behind a dialog passes the content
// security policy by this value.
const nonce = document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content;
if (nonce) Object.assign(globalThis, { __webpack_nonce__: nonce });
