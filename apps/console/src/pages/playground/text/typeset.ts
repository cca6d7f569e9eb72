import temml from 'temml'
import 'temml/dist/Temml-Local.css'

/** Puts MathML into a place. What cannot be read stays as it was written; nothing in it may lead elsewhere. */
export function typeset(tex: string, place: HTMLElement, display: boolean): void {
  try {
    temml.render(tex, place, { displayMode: display, throwOnError: true, trust: false })
    // A variable is one letter. Browsers take letters of their own for it, which many fonts do not have.
    for (const name of place.querySelectorAll('mi:not([mathvariant])')) {
      if (name.textContent.length === 1) name.classList.add('variable')
    }
  } catch {
    place.textContent = tex
  }
}
