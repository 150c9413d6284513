/**
 * A calculator: a form, the answer to what stands in it, and an address that holds the case.
 *
 * The page brings form and first answer complete; this element makes them live. It asks Python in a worker
 * (asking.ts, runtime.ts) and puts the HTML that comes back in the answer's place (markup.ts). Every case that comes from
 * elsewhere passes the reader (reading.ts): what that refuses is said, and the form stays as it is.
 */

import * as address from "../keeping/address.js";
import * as advice from "../answers/advice.js";
import * as amending from "./amending.js";
import { Asking } from "../asking/asking.js";
import { unanswered } from "../asking/failing.js";
import * as board from "./board.js";
import * as chips from "./chips.js";
import { copy } from "../page/copying.js";
import { on } from "../page/events.js";
import * as errors from "../answers/errors.js";
import * as fields from "./fields.js";
import { idly } from "../keeping/device.js";
import { leave, left } from "../keeping/leaving.js";
import * as losses from "./losses.js";
import * as packing from "../keeping/packing.js";
import * as panel from "../answers/panel.js";
import { box, enable, one } from "../page/parts.js";
import * as door from "../playing/door.js";
import * as reading from "../keeping/reading.js";
import { python } from "../asking/runtime.js";
import * as cases from "./scenario.js";
import { arrived } from "../page/scripts.js";
import * as showing from "../answers/showing.js";
import { touched } from "./acting.js";
import { stepOf } from "../page/stepping.js";
import { say } from "../page/toast.js";
import { Trail } from "../keeping/trail.js";

const TYPING = 150; // ms after the last letter before what is typed is answered; a tap is answered at once
const SHOWN = 50; // ms in which an answer is painted, before what nobody waits for is begun

export class Calculator extends HTMLElement {
  /** Whether it is live: it may be taken out of the page and put back. */
  #begun = false;
  /** The case that came in, or was asked last. */
  #came: amending.Tree = {};
  /** What the form said of it. */
  #said: amending.Tree = {};
  #asking = new Asking(this, {
    answered: (answer, question) => this.#answered(answer, question),
    broken: (error) => panel.broken(this, error, this.#focus),
    painted: () => requestAnimationFrame(() => setTimeout(address.now)), // by then the answer is painted
  });
  /** Whether errors of the last question take the focus: only if the reader asked for the answer. */
  #focus = false;
  #timer = 0;
  /** The case to compare with. */
  #kept: any = null;
  #trail = new Trail(this);
  /** Whether the case of the address waits for a pack. */
  #lacks = false;
  /** What had the focus as the pointer came down. */
  #held: Element | null = null;
  /** The case that was asked about last; none while the first one stands there. */
  #case: any = null;

  get form() {
    return this.querySelector("form") as HTMLFormElement;
  }

  get step() {
    return this.getAttribute("step") as string;
  }

  /** The case that the page came with. */
  get #default() {
    return JSON.parse(this.dataset.default ?? "{}");
  }

  /** The case that came in, with what was changed in the form. */
  get scenario(): amending.Tree {
    return amending.amended(this.#came, this.#said, cases.read(this.form, this.step));
  }

  /** Lets a case be the one that the form shows as it stands. @param said what is read out of the form */
  #stand(scenario: any, said: any = cases.read(this.form, this.step)) {
    this.#came = amending.copied({ ...scenario, step: this.step });
    this.#said = said;
  }

  /** Puts a case into the form and answers it, as one to go back to. @param over whether it takes the place of the case before */
  put(scenario: any, over: boolean = false) {
    one(this, "taken").replaceChildren(); // it was about the case before
    this.#put(scenario, over);
  }

  /** @param over whether it takes the place of the case before */
  #put(scenario: any, over: boolean) {
    const { value, refused } = reading.scenario(scenario);
    if (refused.length) this.#refuse(refused);
    else if (this.#fill(value)) this.#calculate({ keep: true, over });
  }

  /** Keeps a case to compare with, or none. */
  keep(scenario: any) {
    const { value, refused } = scenario === null ? { value: null, refused: [] } : reading.scenario(scenario);
    if (!refused.length) this.#kept = value;
    if (refused.length) this.#refuse(refused);
    else this.#calculate({ keep: true });
  }

  /** Says why a case was not taken; no answer to another one covers that. */
  #refuse(refused: MecatolProblem[]) {
    this.#asking.forget();
    panel.fail(this, refused, true);
  }

  #refresh() {
    fields.refresh(this.form, Number(this.dataset.least), Number(this.dataset.most));
    losses.refresh(this.form);
  }

  connectedCallback() {
    if (this.#begun) return;
    this.#begun = true;
    panel.begin(this);
    showing.map(this);
    const wake = () => {
      python.wake();
      showing.later();
    };
    for (const approach of ["pointerenter", "focusin", "touchstart"]) this.addEventListener(approach, wake, { once: true, passive: true });
    idly(() => {
      wake(); // who opens a calculator will ask
      if (this.#case) return;
      // The first answer takes Python several times as long as the next: what the page has answered is asked, for nobody.
      python.ask(this.#question(this.#default), { wanted: () => !this.#case }).catch(() => undefined);
    });
    this.form.addEventListener("input", (event) => this.#changed(event));
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#left(document.activeElement);
      this.#calculate({ keep: true, focus: true });
    });
    this.form.addEventListener("focusout", ({ target }) => this.#left(target));
    this.addEventListener("pointerdown", () => (this.#held = document.activeElement));
    this.addEventListener("click", (event) => this.#clicked(event));
    // A link of this page that puts a case into this calculator takes the reader there; going back does not.
    on("click", "a[data-try]", ({ hash, pathname }) => {
      if (pathname === location.pathname && address.read(hash)?.step === this.step) setTimeout(() => showing.arrive(this));
    });
    for (const move of ["popstate", "hashchange"]) {
      window.addEventListener(move, address.drop); // what was to be written is no longer wanted
      window.addEventListener(move, () => this.#restore());
    }
    this.#goOn();
    this.#start();
  }

  /**
   * Opens the form and puts the first case into it, unless the address holds another; piece by piece, for the page may be painted
   * or scrolled meanwhile.
   */
  async #start() {
    // What a pack brings is in the form before a case is.
    if (packing.held()) await packing.load().catch(() => undefined);
    arrived("packs")?.fit(this.form);
    const found = address.read(location.hash);
    const here = found?.step === this.step;
    if (here) showing.arrive(this);
    const shared = here && !found.refused && !packing.lacking(this.form, found).length;
    const next = () => new Promise((resolve) => setTimeout(resolve));
    await next();
    enable(this);
    for (const piece of shared ? [] : [() => this.#write(this.#default), () => this.#show(), () => this.#trail.turned(this.scenario)]) {
      await next();
      if (!this.#case) piece(); // else the reader was quicker
    }
    this.setAttribute("ready", "");
    this.#restore();
  }

  /** A page of its own that is opened without a case goes on with the one that was left here. */
  #goOn() {
    const before = this.closest(".calculator-page") && !location.hash && !location.search ? left(this.step) : null;
    if (!before) return;
    history.replaceState(history.state, "", address.written(this.step, before.scenario));
    one(this, "taken").replaceChildren(box("p", "", "Your battle from last time. Reset starts anew."));
  }

  /** A pack was opened here: the case of the link that waited for it comes, or else the form turns to its edition. */
  opened(edition: string) {
    if (this.#lacks) {
      this.#trail.shown = "";
      this.#restore();
      return;
    }
    const field = board.editions(this.form);
    field.value = edition;
    errors.open(field);
    touched(this.form);
  }

  /** Puts the case of the page's address into the form, if it is one for this calculator. */
  #restore() {
    if (location.hash === this.#trail.shown) return;
    const found = address.read(location.hash);
    if (found && found.step !== this.step) {
      // A link to the page of all calculators, which is the shortest, leads on to the one that it is for.
      const pages = this.closest(".calculator-page") ? reading.parsed(this.dataset.pages ?? "{}") : {};
      if (Object.hasOwn(pages, found.step)) location.replace(new URL(`${pages[found.step]}${location.hash}`, location.href));
      return;
    }
    const before = this.#trail.shown;
    this.#trail.shown = location.hash;
    const lacking = found?.refused ? [] : packing.lacking(this.form, found);
    this.#lacks = lacking.length > 0;
    if (!found) {
      // Another place of this page is no reason to forget a case; only the bare address stands for the first one.
      if (stepOf(before) && location.hash === "") this.#first();
      return;
    }
    const refused = found.refused ?? lacking;
    if (refused.length) {
      this.#refuse(refused);
      return;
    }
    this.#kept = found.kept ?? null;
    this.setAttribute("awaited", "");
    if (!this.#fill(found.scenario)) return;
    const { scenario } = this;
    this.#trail.turned(scenario);
    this.#trail.edited = false;
    this.#ask(scenario, false);
    if (found.play) this.#playOut(found.play);
  }

  /** Opens the battle at the table, after these steps or where it was left. */
  #playOut(history?: string[]) {
    door.open(this, history).catch((error) => this.failed(error));
  }

  /** Something failed that the reader asked for. */
  failed(error: unknown) {
    errors.failed(this, error, true);
  }

  /** Puts a case into the form and shows what depends on it; returns whether that went well. */
  #fill(scenario: any) {
    const done = this.#write(scenario);
    this.#show();
    return done;
  }

  #write(scenario: any) {
    try {
      fields.shape(this.form, scenario, Number(this.dataset.most));
      losses.shape(this.form, scenario);
      cases.write(this.form, scenario);
      this.#stand(scenario);
      return true;
    } catch (error) {
      this.#refuse(unanswered(error).errors);
      return false;
    }
  }

  #show() {
    this.#refresh();
    this.#stand(this.#came);
    for (const row of this.form.querySelectorAll(".is-set, input:checked")) errors.open(row);
    this.#showAside();
    door.say(this);
    this.dispatchEvent(new Event("refilled"));
  }

  /** Takes parts out of the case that the form does not show. */
  #leaveOut(leaves: amending.Leaf[]) {
    for (const leaf of leaves) amending.without(this.#came, leaf, this.#said);
  }

  #showAside() {
    const aside = amending.unshown(this.#came, this.#said);
    // What a map shows needs no words of the notation.
    const listed = showing.mapped(this) ? aside.filter(({ path: [head, , field] }) => head !== "into" && field !== "fleets") : aside;
    one(this, "extra").hidden = listed.length === 0;
    showing.aside(one(this, "extra-list"), listed, this.#came.players ?? [], (leaf) => {
      this.#leaveOut([leaf]);
      this.#showAside();
      (one(this, "extra-list").querySelector("button") ?? one<HTMLElement>(this, "answer")).focus({ preventScroll: true });
      this.#calculate({ keep: true });
    });
  }

  #changed(event: Event) {
    const field = event.target as HTMLInputElement;
    const { part = "", many } = field.dataset;
    if (part === "finder") chips.find(this.form);
    // They stand in the form, but are no part of the case.
    if (["finder", "pasted", "by-hand-add", "pack", "outcome", "tile", "agenda"].includes(part)) return;
    board.bring(this.form, field);
    board.fit(field);
    clearTimeout(this.#timer);
    if (many === undefined)
      // What is set says more.
      this.#leaveOut(amending.unshown(this.#came, this.#said).filter(({ path }) => cases.isOf(field.name, path)));
    fields.rename(this.form);
    losses.number(this.form);
    const said = cases.read(this.form, this.step);
    this.#stand(amending.amended(this.#came, this.#said, said), said);
    this.#showAside();
    this.#timer = window.setTimeout(() => this.#settle(), TYPING);
    if (!(event instanceof InputEvent) || field !== document.activeElement) this.#settle();
    this.#refresh(); // which Python need not wait for
  }

  /** What was typed, and waits for more of it, is answered now. */
  #settle() {
    if (this.#timer) this.#calculate({});
  }

  /** A field is left: what it shows is what counts. */
  #left(field: EventTarget | null) {
    if (!(field instanceof HTMLInputElement)) return;
    if (field.validity.badInput) field.value = field.dataset.default ?? "0"; // "1e" is no number, and counts as none
    if (field.dataset.part !== "planet-name") return;
    setTimeout(() => {
      fields.rename(this.form);
      this.#refresh();
    });
  }

  #clicked(event: MouseEvent) {
    const target = event.target as HTMLElement;
    if (!target.closest(".adder") && target.isConnected) chips.close(this.form, false);
    for (const sheet of this.querySelectorAll("details:is(.calculator__sheet, .menu)[open]"))
      if (target.isConnected && (!sheet.contains(target) || target.closest(".menu__item"))) sheet.removeAttribute("open");
    // A tap on a number takes all of it, as the tab key does: "3" typed after the caret would make 13 of 1.
    if (target instanceof HTMLInputElement && target.type === "number" && target !== this.#held) target.select();
    const button = target.closest("button");
    if (!button) return;
    if (button.dataset.step) fields.step(button);
    const actions: Record<string, () => void> = {
      stop: () => python.stop(),
      reset: () => this.#reset(),
      undo: () => {
        const before = this.#trail.back();
        if (before) this.put(before);
      },
      share: () => this.#share(),
      table: () => this.#playOut(),
    };
    const act = actions[button.dataset.do ?? ""];
    if (!act) return;
    this.#settle();
    act();
  }

  /** @param how `keep` makes the case one to go back to, and the one before too, unless it takes its place */
  #calculate({ keep = false, focus = false, over = false }: { keep?: boolean; focus?: boolean; over?: boolean }) {
    clearTimeout(this.#timer);
    this.#timer = 0;
    const { scenario } = this;
    this.#trail.turned(scenario);
    address.now();
    this.#ask(scenario, focus); // first of all: Python works while the page goes on
    this.#trail.write(scenario, this.#kept, keep, over);
  }

  /** @param scenario the case in the form @param focus whether errors take the focus */
  #ask(scenario: any, focus: boolean) {
    this.#case = scenario;
    this.#focus = focus;
    this.#asking.ask(this.#question(scenario));
    advice.forget(this);
  }

  #question(scenario: any) {
    return { scenario, links: JSON.parse(this.dataset.links ?? "{}"), with: this.#kept };
  }

  #answered(answer: MecatolAnswer, question: object) {
    errors.forgive(this);
    door.say(this);
    if (answer.errors) {
      this.#refused(answer.errors);
      return;
    }
    panel.show(this, answer, this.#kept);
    const scenario = this.#case;
    setTimeout(() => {
      leave(this.step, scenario);
      showing.later().then(() => {
        const [ahead, memory] = [arrived("ahead"), arrived("memory")];
        ahead?.keep(question, answer);
        memory?.remember(this.step, scenario, answer.summary ?? "");
        if (scenario === this.#case) ahead?.begin(this, () => this.#question(this.scenario));
      });
      if (scenario === this.#case) advice.begin(this);
    }, SHOWN);
  }

  /** A case is refused: where nothing else can have been meant, that is answered. */
  #refused(found: MecatolProblem[]) {
    const [only, ...more] = found;
    const sure = more.length ? undefined : only?.mends?.find((mend) => mend.sure);
    if (sure) {
      say(`There is no other way: ${sure.text.charAt(0).toLowerCase()}${sure.text.slice(1)}`);
      this.#trail.mended();
      this.#put(sure.scenario, true);
    } else {
      panel.fail(this, found, this.#focus);
    }
  }

  #first() {
    this.#kept = null;
    one(this, "taken").replaceChildren();
    this.#fill(this.#default);
    this.#trail.turned(this.scenario);
    this.#trail.edited = false;
    this.#case = null;
    this.#asking.forget();
    advice.forget(this);
    panel.first(this);
  }

  #reset() {
    address.now();
    this.#first();
    leave(this.step, null);
    this.#trail.leave();
  }

  async #share() {
    const link = this.#trail.link(this.scenario, this.#kept);
    const copied = await copy(link);
    showing.share(link, copied).catch(() => say(copied ? "Link copied" : "The link is in the address bar"));
  }
}

customElements.define("mecatol-calculator", Calculator);
