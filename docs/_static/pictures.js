// A picture that was made to fit opens in full when it is clicked.
document.addEventListener("DOMContentLoaded", () => {
  for (const picture of document.querySelectorAll(".bd-article img")) {
    picture.addEventListener("click", () => location.assign(picture.src));
  }
});
