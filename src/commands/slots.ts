import { z } from 'zod/mini'
import { capital } from '../shared/format'
import { kindNoun } from '../lib/kinds'
import {
  type CachedFetch,
  type Kind,
  kinds,
  type KnownArgs,
  type SlotOption,
  type Slot,
  type Target,
  unnamedTarget,
} from './command'

/** `check:0194…`, several joined by commas. Labels are not written; they are resolved by id. */
const targetList = <K extends Kind>(allowed: readonly K[]) =>
  z.pipe(
    z.string(),
    z.transform((text, context): readonly Target<K>[] => {
      const found = text.split(',').flatMap((written) => {
        const at = written.indexOf(':')
        const kind = allowed.find((k) => k === written.slice(0, at))
        const id = written.slice(at + 1)
        return kind !== undefined && id !== '' ? [unnamedTarget(kind, id)] : []
      })
      if (found.length === 0)
        context.issues.push({ code: 'custom', message: `Expected ${allowed.join(' or ')}`, input: text })
      return found
    })
  )

const writeTargets = (list: readonly Target[]) => list.map(({ kind, id }) => `${kind}:${id}`).join(',')

function baseTargetSlot<K extends Kind>(allowed: readonly K[]): Slot<readonly Target<K>[]> {
  return {
    label: capital(allowed.length === kinds.length ? 'resource' : allowed.map(kindNoun).join(' or ')),
    schema: targetList(allowed),
    write: writeTargets,
    complete: (list, nameOf) => list.map((one) => ({ ...one, label: nameOf(one.kind, one.id) ?? one.label })),
    options: { from: 'index', kinds: allowed },
  }
}

/**
 * The targets of a command: the selected rows of these kinds, or the resources these rows refer to. Without a
 * selection: the nearest target, or else a prompt.
 */
export function targetsSlot<const K extends Kind>(...allowed: K[]): Slot<readonly Target<K>[]> & { many: true } {
  const fits = (one: Target): one is Target<K> => (allowed as Kind[]).includes(one.kind)
  return {
    ...baseTargetSlot(allowed),
    many: true,
    answer: (context) => {
      const selected = context.selection.flatMap((one) => [one, one.about].find((each) => each && fits(each)) ?? [])
      const selection = selected
        .filter(fits)
        .filter(({ id }, at, list) => list.findIndex((one) => one.id === id) === at)
      const nearest = context.targets.find(fits)
      return selection.length > 0 ? selection : nearest && [nearest]
    },
  }
}

/** A single target: the nearest one of these kinds, even if other rows are selected, or else a prompt. */
export function targetSlot<const K extends Kind>(...allowed: K[]): Slot<readonly Target<K>[]> {
  const fits = (one: Target): one is Target<K> => (allowed as Kind[]).includes(one.kind)
  return {
    ...baseTargetSlot(allowed),
    answer: (context) => {
      const nearest = context.targets.find(fits)
      return nearest && [nearest]
    },
  }
}

/**
 * A single target with options from the server, which can have hints for this command, such as why one cannot be
 * chosen.
 * @param isFew whether all options are listed before the user types
 */
export function searchedTargetSlot<const K extends Kind>(
  kind: K,
  find: (
    text: string,
    signal: AbortSignal,
    sofar: KnownArgs,
    ask: CachedFetch
  ) => Promise<readonly SlotOption<Target<K>>[]>,
  { isFew = false } = {}
): Slot<readonly Target<K>[]> {
  return {
    ...targetSlot(kind),
    options: {
      from: 'server',
      kinds: [kind],
      ...(isFew ? { isFew } : {}),
      find: async (text, signal, sofar, ask) =>
        (await find(text, signal, sofar, ask)).map((one) => ({ ...one, value: [one.value] })),
    },
  }
}

/**
 * The same slot, resolved only if the nearest target of several kinds is of the slot's kind. For a config item within a
 * component, the slot for a config item is resolved and the slot for a component is prompted for.
 */
export const nearestKindSlot = <K extends Kind>(
  slot: Slot<readonly Target<K>[]>,
  among: readonly Kind[]
): Slot<readonly Target<K>[]> => ({
  ...slot,
  answer(context) {
    const nearest = context.targets.find(({ kind }) => among.includes(kind))
    const [mine] = slot.answer?.(context) ?? []
    return nearest && mine && nearest.kind === mine.kind ? [mine] : undefined
  },
})

/** A target to navigate to. It is always prompted for, since the target under the cursor is already the current one. */
export const destinationSlot = <const K extends Kind>(...allowed: K[]): Slot<readonly Target<K>[]> =>
  baseTargetSlot(allowed)

/** One of the choices that places offer under this name, such as the columns of the nearest list. */
export const choiceSlot = (name: string, label: string): Slot<string> => ({
  label,
  schema: z.string().check(z.minLength(1)),
  write: (value) => value,
  options: { from: 'list', list: (context) => context.choices(name).map((one) => ({ ...one, value: one.value })) },
})

/** Typed text. */
export const textSlot = (
  label: string,
  hint: string,
  schema: z.ZodMiniType<string> = z.string().check(z.minLength(1))
): Slot<string> => ({
  label,
  schema,
  write: (value) => value,
  text: hint,
})

type FieldOptions<O extends boolean> = { isOptional?: O } & Pick<Slot<never>, 'isPrivate' | 'isMissing'>
type Field<T, O extends boolean> = Slot<T> & { field: true } & (O extends true ? { optional: true } : unknown)

/** A text field of the command's form; the text is written unchanged. */
export const textField = <const O extends boolean = false>(
  label: string,
  schema: z.ZodMiniType<string, string>,
  options?: FieldOptions<O>
): Field<string, O> => formField(label, schema, (value) => value, options)

/** A field of the command's form with any other value, written as JSON. */
export const jsonField = <T, const O extends boolean = false>(
  label: string,
  schema: z.ZodMiniType<T>,
  options?: FieldOptions<O>
): Field<T, O> =>
  formField(
    label,
    z.pipe(z.pipe(z.string(), z.transform(parseJson)), schema as z.ZodMiniType<T, unknown>),
    (value) => JSON.stringify(value),
    options
  )

/** The content of an editor, which offers it as a choice under this name. It may contain secrets. */
export function editorSlot<T>(label: string, of: z.ZodMiniType<T>, name: string): Slot<T> {
  const schema = z.pipe(z.pipe(z.string(), z.transform(parseJson)), of as z.ZodMiniType<T, unknown>)
  return {
    label,
    schema,
    write: (value) => JSON.stringify(value),
    answer: (context) => schema.safeParse(context.choices(name)[0]?.value).data,
    isPrivate: true,
  }
}

function formField<T, O extends boolean>(
  label: string,
  schema: z.ZodMiniType<T>,
  write: (value: T) => string,
  { isOptional, ...rest }: FieldOptions<O> = {}
) {
  const slot: Slot<T> = {
    label,
    schema,
    write,
    field: true,
    ...rest,
    ...(isOptional ? { optional: true } : {}),
  }
  return slot as Field<T, O>
}

function parseJson(text: string, context: { issues: unknown[] }): unknown {
  try {
    return JSON.parse(text)
  } catch {
    context.issues.push({ code: 'custom', message: 'Expected JSON', input: text })
    return undefined
  }
}

/** One of a fixed set of values. */
export function enumSlot<const V extends string>(label: string, values: readonly [V, ...V[]]): Slot<V> {
  return {
    label,
    schema: z.enum(values),
    write: (value) => value,
    options: { from: 'list', list: () => values.map((value) => ({ value, label: capital(value) })) },
  }
}
