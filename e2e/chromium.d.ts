/** The browser of the tests: CHROMIUM when it is set, else the one that npm brings, with its own libraries. */
export declare function chromiumPath(): Promise<string>
