/**
 * Loads the commands that every page needs before the other definitions are loaded: those of the frame, and of Health,
 * whose page is the first of most sessions.
 */
import.meta.glob('./{health,shell}/*.commands.ts', { eager: true })
