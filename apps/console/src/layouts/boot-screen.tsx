/** Nothing: the first page's code is on its way, and the ground already has its colour. */
export const BootScreen = () => null
