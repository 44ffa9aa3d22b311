import { button } from "./dom.ts";

const THEMES = ["auto", "light", "dark"] as const;

/** Light or dark as the system has it, or as the reader wants it. */
export function themeButton(): HTMLButtonElement {
  let at = 0;
  const element = button({ class: "theme" }, () => {
    at = (at + 1) % THEMES.length;
    show();
  });
  const show = () => {
    const theme = THEMES[at]!;
    element.textContent = `Theme: ${theme}`;
    if (theme === "auto") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = theme;
  };
  show();
  return element;
}
