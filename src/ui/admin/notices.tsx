import { cssTransition, ToastContainer } from 'react-toastify/unstyled';

/** The corner where toasts come up; see `notify.tsx`. Stands once at the root. */
export function Notices() {
  return (
    <ToastContainer
      position="top-right"
      transition={rise}
      draggable={false}
      pauseOnHover
      pauseOnFocusLoss
      closeOnClick={false}
      aria-label="Notices"
    />
  );
}

const rise = cssTransition({ enter: 'toast-enter', exit: 'toast-exit', collapse: false });
