import { json } from '@codemirror/lang-json'
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { type Diagnostic, linter } from '@codemirror/lint'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { type Theme, useTheme } from '@mui/material/styles'
import CodeMirror, { type Extension } from '@uiw/react-codemirror'
import { useMemo } from 'react'
import { jsonFault } from '../../lib/json/json-fault.ts'
import { monospace } from '../theme/create-theme.ts'

type Props = {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onBlur: () => void
  /** Accessible name: the editor is no form element that a label could point at. */
  readonly label: string
  /** Ids of help and error. */
  readonly describedBy: string
  readonly invalid: boolean
  /** What a fault says, from its place. */
  readonly faultText: (place: { readonly line: number; readonly column: number }) => string
}

/** A code editor for JSON: a fault is marked on its line. Tab leaves it, as it leaves any field. */
export function CodeEditor(props: Props) {
  const theme = useTheme()
  const { label, describedBy, invalid, faultText } = props
  const extensions = useMemo<Extension[]>(
    () => [
      json(),
      syntaxHighlighting(coloursOf(theme)),
      linter((view) => faultsOf(view, faultText)),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({
        'aria-label': label,
        'aria-describedby': describedBy,
        'aria-invalid': String(invalid),
      }),
    ],
    [theme, faultText, label, describedBy, invalid],
  )
  return (
    <CodeMirror
      value={props.value}
      onChange={props.onChange}
      onBlur={props.onBlur}
      theme={lookOf(theme)}
      extensions={extensions}
      indentWithTab={false}
      basicSetup={{ foldGutter: false, highlightActiveLine: false, autocompletion: false }}
      minHeight="80px"
      maxHeight="320px"
    />
  )
}

function faultsOf(view: EditorView, faultText: Props['faultText']): Diagnostic[] {
  const fault = jsonFault(view.state.doc.toString())
  if (fault === undefined) return []
  const line = view.state.doc.line(Math.min(fault.line, view.state.doc.lines))
  const from = Math.min(line.from + fault.column - 1, line.to)
  return [{ from, to: Math.min(from + 1, line.to), severity: 'error', message: faultText(fault) }]
}

const coloursOf = ({ palette }: Theme): HighlightStyle =>
  HighlightStyle.define([
    { tag: tags.propertyName, color: palette.primary.main },
    { tag: tags.string, color: palette.success.main },
    { tag: [tags.number, tags.bool, tags.null], color: palette.warning.main },
    { tag: tags.punctuation, color: palette.text.secondary },
  ])

const lookOf = ({ palette }: Theme): Extension =>
  EditorView.theme(
    {
      '&': { color: palette.text.primary, backgroundColor: 'transparent', fontSize: '13px' },
      '&.cm-focused': { outline: 'none' },
      '.cm-scroller': { fontFamily: monospace, lineHeight: '20px' },
      '.cm-content': { caretColor: palette.text.primary, paddingBlock: '8px' },
      '.cm-gutters': {
        color: palette.text.secondary,
        backgroundColor: 'transparent',
        border: 'none',
      },
      '.cm-activeLineGutter': { backgroundColor: 'transparent' },
      '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground':
        { backgroundColor: `${palette.primary.main}33` },
      '.cm-tooltip': {
        color: palette.text.primary,
        backgroundColor: palette.background.paper,
        border: `1px solid ${palette.divider}`,
      },
    },
    { dark: palette.mode === 'dark' },
  )
