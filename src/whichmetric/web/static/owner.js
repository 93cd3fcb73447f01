"use strict";

// Every page works without this: it spares the owner a button.

const copies = document.querySelectorAll("[data-copy]");
for (const button of copies) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    const field = document.getElementById(button.dataset.copy);
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      document.execCommand("copy"); // where the page is not served by https
    }
    button.textContent = button.dataset.copied;
  });
}

const draft = document.querySelector("form[data-preview]");
if (draft !== null) {
  const patience = 350;
  let waiting = 0;
  let latest = 0;

  const renew = async () => {
    latest += 1;
    const mine = latest;
    try {
      const answer = await fetch(draft.dataset.preview, {
        method: "POST",
        body: new URLSearchParams(new FormData(draft)),
      });
      if (answer.status !== 200 && answer.status !== 422) return;
      const made = new DOMParser().parseFromString(await answer.text(), "text/html");
      const shown = made.getElementById("preview");
      if (mine === latest && shown !== null) {
        document.getElementById("preview").replaceChildren(...shown.childNodes);
      }
    } catch {
      // Without a server there is no preview; the button says so when it is pressed.
    }
  };

  draft.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(renew, patience);
  });
}
