// Finds promises whose rejection nobody hears, in places where Biome's noFloatingPromises sees none: thrown away with `void`, given by a callback
// whose result nobody takes, or put aside for later. Each would end the process of whoever uses the library. One that is awaited, returned or passed
// on belongs to whoever gets it; one that is put aside is heard where its rejection is handled as it is made, or by the function that put it there.
//   node tools/floating-promises.mjs [FILE …]       of src, unless files are named
import { relative } from 'node:path';
import ts from 'typescript';

const { config } = ts.readConfigFile('tsconfig.json', ts.sys.readFile);
const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, process.cwd());
const named = process.argv.slice(2);
const isSource = (name) => relative('.', name).startsWith('src') && !name.endsWith('.test.ts');
const program = ts.createProgram(named.length > 0 ? named : fileNames.filter(isSource), options);
const checker = program.getTypeChecker();

const isPromiseType = (type) =>
  type.isUnion() ? type.types.some(isPromiseType) : /^Promise(Like)?$/.test(type.symbol?.name ?? '');
const isPromise = (node) => isPromiseType(checker.getTypeAtLocation(node));
const declarationOf = (node) => checker.getSymbolAtLocation(node)?.valueDeclaration;
const enclosing = (node) => ts.findAncestor(node.parent, ts.isFunctionLike);
const isNamed = (call, ...names) =>
  ts.isCallExpression(call) &&
  ts.isPropertyAccessExpression(call.expression) &&
  names.includes(call.expression.name.text);

/** Whether what it rejects with is handled: `x.catch(f)`, `x.then(f, g)`, what waits on those, and calls of functions that return one. */
function isHeard(node) {
  if (ts.isParenthesizedExpression(node)) return isHeard(node.expression);
  if (ts.isIdentifier(node)) {
    const { initializer } = declarationOf(node) ?? {};
    return initializer !== undefined && isHeard(initializer);
  }
  if (!ts.isCallExpression(node)) return false;
  if (isNamed(node, 'catch')) return true;
  if (isNamed(node, 'then')) return node.arguments.length > 1;
  if (isNamed(node, 'finally')) return isHeard(node.expression.expression);
  if (isNamed(node, 'resolve')) return node.expression.expression.getText() === 'Promise';
  return returnsHeard(declarationOf(node.expression)?.initializer);
}

function returnsHeard(made) {
  if (made === undefined || !ts.isArrowFunction(made)) return false;
  const last = ts.isBlock(made.body) ? made.body.statements.at(-1) : undefined;
  const result = last !== undefined && ts.isReturnStatement(last) ? last.expression : made.body;
  return result !== undefined && isHeard(result);
}

/** Whether the function around it awaits or returns what it put aside. */
function isTakenUp(assignment) {
  const name = assignment.left.getText();
  const around = enclosing(assignment);
  const takes = (node) =>
    ((ts.isAwaitExpression(node) || ts.isReturnStatement(node)) &&
      node.expression?.getText() === name &&
      enclosing(node) === around) ||
    ts.forEachChild(node, takes) === true;
  const taker = assignment.parent;
  return ts.isAwaitExpression(taker) || ts.isReturnStatement(taker) || (around !== undefined && takes(around));
}

/** Fields, and variables that other functions see too. */
function outlives(target) {
  if (ts.isPropertyAccessExpression(target)) return true;
  const declared = ts.isIdentifier(target) ? declarationOf(target) : undefined;
  if (declared === undefined) return false;
  const home = enclosing(declared);
  const isSeenElsewhere = (node) =>
    (ts.isIdentifier(node) && declarationOf(node) === declared && enclosing(node) !== home) ||
    ts.forEachChild(node, isSeenElsewhere) === true;
  return isSeenElsewhere(home ?? declared.getSourceFile());
}

/** Whether a call takes a callback for one that returns nothing, while it returns a promise. */
function isThrownAway(callback) {
  const call = callback.parent;
  if (!ts.isCallExpression(call) || isNamed(call, 'finally')) return false;
  const parameter = checker.getResolvedSignature(call)?.parameters[call.arguments.indexOf(callback)];
  if (parameter === undefined || returnsHeard(callback) || returnsHeard(declarationOf(callback)?.initializer))
    return false;
  const results = (type) => type.getCallSignatures().map((signature) => signature.getReturnType());
  const wanted = checker.getTypeOfSymbolAtLocation(parameter, call);
  const asked = (wanted.isUnion() ? wanted.types : [wanted]).flatMap(results);
  const takesNone = asked.length > 0 && asked.every(({ flags }) => (flags & ts.TypeFlags.Void) !== 0);
  return takesNone && results(checker.getTypeAtLocation(callback)).some(isPromiseType);
}

const ASSIGNMENTS = new Set([ts.SyntaxKind.EqualsToken, ts.SyntaxKind.QuestionQuestionEqualsToken]);

function fault(node) {
  if (ts.isVoidExpression(node) && isPromise(node.expression) && !isHeard(node.expression)) return 'is thrown away';
  if (ts.isBinaryExpression(node) && ASSIGNMENTS.has(node.operatorToken.kind) && isPromise(node.right))
    return !isHeard(node.right) && outlives(node.left) && !isTakenUp(node) ? 'is put aside' : undefined;
  return ts.isExpression(node) && isThrownAway(node) ? 'is given to whoever takes none' : undefined;
}

const matches = [];
function visit(node) {
  const why = fault(node);
  if (why !== undefined) {
    const file = node.getSourceFile();
    const { line } = file.getLineAndCharacterOfPosition(node.getStart());
    matches.push(
      `${relative('.', file.fileName)}:${line + 1}: a promise ${why} unheard: ${node.getText().split('\n')[0]}`,
    );
  }
  ts.forEachChild(node, visit);
}
for (const file of program.getSourceFiles())
  if (!program.isSourceFileFromExternalLibrary(file) && !file.isDeclarationFile) visit(file);
console.log(matches.length > 0 ? matches.join('\n') : 'every promise is heard');
process.exitCode = matches.length > 0 ? 1 : 0;
