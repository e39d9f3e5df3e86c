/** The page's own element, on which its state is written for the stylesheet. Short, for all of this is in every page. */
export const root = document.documentElement;
