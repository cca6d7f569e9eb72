import type { Plugin } from 'vite'

/**
 * What the two files of zod give to the rest of it, known to be needed for JSON Schema alone. Other names may be
 * needed by a page: then the build stops, and somebody looks.
 */
const expected: Readonly<Record<string, readonly string[]>> = {
  'json-schema-processors': [
    'aggregateChecks',
    'stringProcessor',
    'numberProcessor',
    'booleanProcessor',
    'bigintProcessor',
    'symbolProcessor',
    'nullProcessor',
    'undefinedProcessor',
    'voidProcessor',
    'neverProcessor',
    'anyProcessor',
    'unknownProcessor',
    'dateProcessor',
    'enumProcessor',
    'literalProcessor',
    'nanProcessor',
    'templateLiteralProcessor',
    'fileProcessor',
    'successProcessor',
    'customProcessor',
    'functionProcessor',
    'transformProcessor',
    'mapProcessor',
    'setProcessor',
    'arrayProcessor',
    'objectProcessor',
    'unionProcessor',
    'intersectionProcessor',
    'tupleProcessor',
    'recordProcessor',
    'nullableProcessor',
    'nonoptionalProcessor',
    'defaultProcessor',
    'prefaultProcessor',
    'catchProcessor',
    'pipeProcessor',
    'readonlyProcessor',
    'promiseProcessor',
    'optionalProcessor',
    'lazyProcessor',
    'allProcessors',
    'toJSONSchema',
  ],
  'to-json-schema': [
    'initializeContext',
    'handleUnrepresentable',
    'processSchema',
    'extractDefs',
    'finalize',
    'createToJSONSchemaMethod',
    'createStandardJSONSchemaMethod',
  ],
}

/**
 * Zod's schemas can turn themselves into JSON Schema, which only the server's API page asks for.
 * A bundler cannot see that, so the console's copy has empty functions in that place.
 */
export const withoutJsonSchema = (): Plugin => ({
  name: 'without-json-schema',
  transform(code, id) {
    const file = /zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/.exec(id)?.[1]
    if (file === undefined) return null
    const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name)
    if (names.join() !== expected[file]?.join()) {
      this.error(`zod exports something else from ${file} than this plugin knows: ${names.join()}`)
    }
    const nothing = names.map((name) => `export const ${name} = () => () => undefined`)
    return { code: nothing.join('\n'), map: null }
  },
})
