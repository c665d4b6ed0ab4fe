/** Loads the commands of the frame, which every page needs. The module of a page imports the commands of its feature. */
import.meta.glob('./shell/*.commands.ts', { eager: true })
