import temml from 'temml'
import 'temml/dist/Temml-Local.css'

/** Puts MathML into a place. What cannot be read stays as it was written; nothing in it may lead elsewhere. */
export function typeset(tex: string, place: HTMLElement, display: boolean): void {
  try {
    temml.render(tex, place, { displayMode: display, throwOnError: true, trust: false })
  } catch {
    place.textContent = tex
  }
}
