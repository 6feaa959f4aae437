// What of Node the client uses, without the types of all of Node.
declare const process: { argv: string[] };
