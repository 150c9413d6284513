/** Words as they are compared: small letters without accents and apostrophes. @type {(text: string) => string} */
export const folded = (text) => text.toLowerCase().normalize("NFD").replace(/[\u0300-\u036f'’]/g, "");
