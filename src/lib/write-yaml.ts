import { stringify } from 'yaml'

/** A value of JSON as YAML, without a line end at the end. */
export const writeYaml = (value: unknown): string =>
  stringify(value, { lineWidth: 0, aliasDuplicateObjects: false }).trimEnd()
