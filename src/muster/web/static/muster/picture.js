// A picture goes to the share sheet as a file, where the device takes files. Closing the sheet is no error.
(() => {
  const empty = new File([], "picture.png", { type: "image/png" });
  document.documentElement.toggleAttribute("data-shares-files", Boolean(navigator.canShare?.({ files: [empty] })));

  async function share({ sharePicture, file, link }) {
    const picture = await (await fetch(sharePicture)).blob();
    const files = [new File([picture], file, { type: "image/png" })];
    await navigator.share(link ? { files, url: link, title: document.title } : { files, title: document.title });
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-share-picture]");
    if (button) share(button.dataset).catch(() => {});
  });
})();
