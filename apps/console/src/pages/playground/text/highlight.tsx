import { common, createLowlight } from 'lowlight'
import { Fragment, type ReactNode } from 'react'

const lowlight = createLowlight(common)

type Nodes = ReturnType<typeof lowlight.highlight>['children']

/** Beyond this, colours would cost more than they tell. */
const charactersMost = 100_000

const shown = (nodes: Nodes): ReactNode =>
  nodes.map((node, index) => {
    if (node.type === 'text') return <Fragment key={index}>{node.value}</Fragment>
    if (node.type !== 'element') return null
    const { className } = node.properties
    return (
      <span key={index} className={Array.isArray(className) ? className.join(' ') : ''}>
        {shown(node.children)}
      </span>
    )
  })

/** Code with its words in colour; as it is where nobody knows the language. */
export const highlight = (text: string, language: string): ReactNode =>
  lowlight.registered(language) && text.length <= charactersMost
    ? shown(lowlight.highlight(language, text).children)
    : text
