// Draws a Mermaid text from stdin with the npm package, in a page that can't measure letters, and so is told how wide they are.
import { JSDOM } from "jsdom";

const { window } = new JSDOM("<body></body>", { url: "http://localhost" });
for (const name of Object.getOwnPropertyNames(window)) if (!(name in globalThis)) globalThis[name] = window[name];
const width = (element) => 8 * element.textContent.length;
window.SVGElement.prototype.getComputedTextLength = function () { return width(this); };
window.SVGElement.prototype.getBBox = function () { return { x: 0, y: 0, width: width(this), height: 16 }; };

const { default: mermaid } = await import("mermaid");
mermaid.initialize({ startOnLoad: false, htmlLabels: false });
const text = await new Response(process.stdin).text();
const { diagramType: type } = await mermaid.parse(text);
const { svg } = await mermaid.render("drawn", text);
console.log(JSON.stringify({ type, svg }));
