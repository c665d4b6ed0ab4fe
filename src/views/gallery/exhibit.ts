import type { ComponentType } from 'react'

/** One widget in the gallery, in every state it has. */
export type Exhibit = {
  /** The widget's name, as in `src/ui`. */
  title: string
  /** Shown together on the widget's page. */
  states: Readonly<Record<string, ComponentType>>
  /** What covers the page while it is shown, such as an open dialog: each has a page of its own. */
  apart?: Readonly<Record<string, ComponentType>>
  /** What is a page by itself, with its own heading and landmarks. */
  pages?: Readonly<Record<string, ComponentType>>
}
